"""Creation, choice by choice."""
