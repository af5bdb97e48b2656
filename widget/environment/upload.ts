import type { UploadForm } from '../../src/core/environment.js'

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export function upload(url: string, { headers, body, onProgress, signal }: UploadForm) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const rejectAborted = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal.aborted) return rejectAborted()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => resolve({ status: request.status, body: request.responseText })
    request.onerror = () => reject(new TypeError('upload failed'))
    request.onabort = rejectAborted
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
