"""What the screens are made of; widgets know cards and views, never actions."""
