/** The attributes of a region that scrolls: it can have the focus, so that the arrow keys scroll it. */
export const scrollable = { tabIndex: 0, role: 'region' } as const
