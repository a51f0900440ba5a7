"""What is sent to a seat: the table as a document, and the changes of it."""
