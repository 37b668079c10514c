"""The pages of the odds explorer and of the live odds, with their charts and the counting behind them."""
