/** The attributes of a scrollable region. It can get the focus, so that the arrow keys scroll it. */
export const scrollable = { tabIndex: 0, role: 'region' } as const
