# Everything is done by make.py, which also works where there is no make.
# Further arguments: make test ARGS="-k weaver"
PYTHON ?= python3

.PHONY: setup lab test soak fuzz bench docs notebooks
setup lab test soak fuzz bench docs notebooks:
	@$(PYTHON) make.py $@ $(ARGS)
