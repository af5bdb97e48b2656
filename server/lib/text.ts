/** The database stores UTF-8, which has no lone surrogates. */
export const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
