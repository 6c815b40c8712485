/** Downloads from an address of the server. A link with `download` keeps the page open, even if the server refuses. */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
