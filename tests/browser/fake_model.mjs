// The part of a widget's model that front-ends use, without a kernel behind it.
// `saved` and `sent` keep what would have gone to Python; `receive` plays the part of Python.

export class FakeModel {
    #state;
    #unsaved = {};
    #listeners = [];
    saved = [];
    sent = [];

    constructor(state) {
        this.#state = structuredClone(state);
    }

    get(key) {
        return this.#state[key];
    }

    set(key, value) {
        const wanted = typeof key === "object" ? key : { [key]: value };
        const changed = this.#take(wanted);
        Object.assign(this.#unsaved, changed);
    }

    save_changes() {
        if (Object.keys(this.#unsaved).length) this.saved.push(structuredClone(this.#unsaved));
        this.#unsaved = {};
    }

    send(content) {
        this.sent.push(structuredClone(content));
    }

    on(names, callback) {
        for (const name of names.split(/\s+/)) this.#listeners.push({ name, callback });
    }

    off(names, callback) {
        const leaving = names?.split(/\s+/);
        this.#listeners = this.#listeners.filter(
            one => (leaving && !leaving.includes(one.name)) || (callback && one.callback !== callback),
        );
    }

    get listeners() {
        return this.#listeners.length;
    }

    receive_state(state) {
        this.#take(state);
    }

    receive(content) {
        this.#tell("msg:custom", content, []);
    }

    #take(wanted) {
        const differs = ([key, value]) => JSON.stringify(this.#state[key]) !== JSON.stringify(value);
        const changed = Object.fromEntries(Object.entries(wanted).filter(differs));
        Object.assign(this.#state, changed);
        for (const [key, value] of Object.entries(changed)) this.#tell(`change:${key}`, this, value);
        if (Object.keys(changed).length) this.#tell("change", this);
        return changed;
    }

    #tell(name, ...details) {
        for (const one of this.#listeners.filter(one => one.name === name)) one.callback(...details);
    }
}

// Show a widget's module the way a notebook does: `initialize` once, `render` for every view, clean-ups at the end.
export class Stage {
    #definition;
    #abort = new AbortController();
    #views = [];
    #cleanUp;

    static async open(module, state) {
        const stage = new Stage();
        stage.model = new FakeModel(state);
        const exported = module.default;
        stage.#definition = typeof exported === "function" ? await exported() : exported;
        stage.#cleanUp = await stage.#definition.initialize?.({ model: stage.model, signal: stage.#abort.signal });
        return stage;
    }

    async addView(place) {
        const el = place.appendChild(document.createElement("div"));
        const cleanUp = await this.#definition.render({ model: this.model, el, signal: this.#abort.signal });
        this.#views.push({ el, cleanUp });
    }

    async close() {
        this.#abort.abort();
        for (const { el, cleanUp } of this.#views) {
            await cleanUp?.();
            el.remove();
        }
        await this.#cleanUp?.();
    }
}
