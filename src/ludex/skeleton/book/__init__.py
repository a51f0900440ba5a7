"""The rules: a folder for each part of the book, a file for each chapter; what every part uses stands here."""
