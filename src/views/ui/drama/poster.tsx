export function Poster({ url, isEager = false }: { url: string; isEager?: boolean }) {
  return (
    <img
      className="poster"
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      loading={isEager ? 'eager' : 'lazy'}
      onLoad={event => event.currentTarget.setAttribute('data-loaded', '')}
    />
  )
}
