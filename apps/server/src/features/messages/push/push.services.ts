/**
 * Whether the endpoint of a subscription belongs to a push service that the admin allows. An endpoint with a user name or a password is refused,
 * because the server would send these to the service.
 */
export function isPermittedEndpoint(endpoint: string, isPushOrigin: (origin: string) => boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, username, password } = new URL(endpoint)
  return username === '' && password === '' && isPushOrigin(origin)
}
