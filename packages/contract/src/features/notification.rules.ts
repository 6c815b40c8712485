/** Whether quiet hours have a length. If `to` is before `from`, they end on the next day. */
export const isQuietSpan = ({ from, to }: { from: string; to: string }) => from !== to
