/**
 * Whether the endpoint of a subscription belongs to a push service that the admin allows. An endpoint with a user name or a password is refused,
 * because the server would send these to the service. A URL whose text does not begin with its origin, such as a `blob:` URL, is refused too.
 */
export function isPermittedEndpoint(endpoint: string, isPushOrigin: (origin: string) => boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, origin, username, password } = new URL(endpoint)
  if (!href.startsWith(`${origin}/`)) return false
  return username === '' && password === '' && isPushOrigin(origin)
}
