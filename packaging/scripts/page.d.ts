// What the pages are made of, and what the libraries bring along.

interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

declare const htmx: {
  ajax(verb: string, path: string, context: object): Promise<void>;
  trigger(element: Element | string, name: string, detail?: object): void;
  process(element: Element): void;
  [name: string]: unknown;
};

declare const Idiomorph: {
  defaults: { callbacks: Record<string, (...nodes: never[]) => unknown> };
  morph(old: Node, fresh: Node | string, options?: object): void;
};
