export const isWebAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
