/**
 * Returns model and system from the user agent of a web view, such as `Pixel 8, Android 16` or `iPhone, iOS 18.5`; empty if it contains neither.
 */
export function deviceInfo(userAgent: string): string {
  const apple = /\((iPhone|iPad|iPod)[^)]*? OS (\d+)_(\d+)/.exec(userAgent)
  if (apple) return `${apple[1]}, iOS ${apple[2]}.${apple[3]}`
  const [, version, model] = /Android ([\d.]+);(?: ?([^;)]*))?/.exec(userAgent) ?? []
  if (!version) return ''
  const name = (model ?? '').replace(/ Build\/.*$/, '').trim()
  // Some web views send K instead of the model.
  return name && name !== 'K' && name !== 'wv' ? `${name}, Android ${version}` : `Android ${version}`
}
