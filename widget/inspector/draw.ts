/** Makes an element with properties and children; text stays text. */
export type Draw = ReturnType<typeof createDraw>

export const createDraw =
  (document: Document) =>
  <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties: Partial<HTMLElementTagNameMap[Tag]> = {},
    children: readonly (Node | string)[] = []
  ): HTMLElementTagNameMap[Tag] => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
