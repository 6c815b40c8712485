/**
 * Returns the address of an erasure report. `report` is the text that gives access to it. The text is in the fragment, which browsers do not send to
 * servers.
 */
export const erasureReportAddress = (report: string) => `/erasure-report#report=${report}`

/**
 * Returns the text that gives access to the report, from a fragment; empty if there is none. The text stays in the address, so that the person can
 * keep the link.
 */
export const reportInFragment = (fragment: string) => new URLSearchParams(fragment.slice(1)).get('report') ?? ''
