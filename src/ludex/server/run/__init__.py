"""The process: started, limited, and asking others."""
