"""What whoever runs the server can look at: logs, figures."""
