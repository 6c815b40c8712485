/** Whether the endpoint of a subscription belongs to a push service that the admin allows. */
export const isPermittedEndpoint = (endpoint: string, isPushHost: (host: string) => boolean): boolean =>
  URL.canParse(endpoint) && isPushHost(new URL(endpoint).hostname)
