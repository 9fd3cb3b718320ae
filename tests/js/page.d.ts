// What the type checker does not know of the pages: the libraries that they load, the events of htmx, and that a selector
// finds what the template draws. An element that is not there is no mistake of types.

declare const htmxEvent: CustomEvent<{ elt: any; target: any; xhr: XMLHttpRequest; successful: boolean; shouldSwap: boolean; requestConfig: any }>;

interface DocumentEventMap {
  "htmx:beforeRequest": typeof htmxEvent;
  "htmx:afterRequest": typeof htmxEvent;
  "htmx:beforeSwap": typeof htmxEvent;
  "htmx:afterSwap": typeof htmxEvent;
  "htmx:afterSettle": typeof htmxEvent;
  "htmx:responseError": typeof htmxEvent;
  "htmx:sendError": typeof htmxEvent;
  "table:moved": CustomEvent<{ number: number }>;
}

interface Window {
  htmx: {
    process(node: Element): void;
    swap(target: string, html: string, how: { swapStyle: string }): void;
  };
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  getElementById(id: string): any;
}

interface EventTarget {
  closest?: any;
  form?: any;
  matches?: any;
  name?: any;
}
