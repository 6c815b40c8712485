/** Returns the address of the report of an erasure. The text that opens it is in the fragment, which browsers do not send to servers. */
export const erasureReportAddress = (report: string) => `/erasure-report#report=${report}`

/** Returns the text that opens the report from a fragment; empty if there is none. It stays in the address, so that the person can keep the link. */
export const reportInFragment = (fragment: string) => new URLSearchParams(fragment.slice(1)).get('report') ?? ''
