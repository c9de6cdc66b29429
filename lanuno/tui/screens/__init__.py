"""The screens and dialogs; they turn keys into requests and views into widgets."""
