/**
 * Whether the endpoint of a subscription belongs to a push service that the admin allows. An endpoint with a user name or a password is refused,
 * because the server would send these to the service. Refuses a URL that has an origin but is no address at it, such as `blob:`.
 */
export function isPermittedEndpoint(endpoint: string, isPushOrigin: (origin: string) => boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, origin, username, password } = new URL(endpoint)
  if (!href.startsWith(`${origin}/`)) return false
  return username === '' && password === '' && isPushOrigin(origin)
}
