const element = () => document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')

/** Returns the public key of this app. The key is sent with each request. */
export const publicApiKey = () => element()?.content ?? ''

/** Replaces the key that is sent with each request. The page stays open and keeps its input. */
export function setPublicApiKey(key: string | null): void {
  if (key) element()?.setAttribute('content', key)
}
