type Group = 'reads' | 'writes'
/** The requests that this server has counted, the part of them that it has reported, and the requests that other servers have reported. */
type Count = { made: number; reported: number; others: number; isReporting: boolean }

/** Adds requests to the count of all servers and returns the new count. `whom` names the account or network and the minute. */
type Report = (group: Group, whom: string, by: number) => Promise<number>

/**
 * The share of a limit that a server counts before it reports. A further server can therefore allow about a tenth more requests. A single page makes
 * so few requests that it never causes a report.
 */
const reportedShare = 0.1

/** Whether there is something to report. Above the limit, other servers already refuse the account or network. */
const isDue = ({ made, reported, others }: Count, limit: number) =>
  made - reported >= Math.ceil(limit * reportedShare) && reported + others <= limit

/**
 * Creates a function that counts the requests of one account or network in the current minute, at all servers. A request never waits for the
 * database: each time a server has counted a tenth of the limit, it reports that in the background and gets the counts of the others. So a limit
 * costs at most about ten writes for each account and minute, and none for accounts that stay below a tenth of it. If a report fails, the server
 * continues with the counts that it has and reports with the next request.
 */
export function createMinuteCounter(report: Report) {
  const counters = { reads: new Map<string, Count>(), writes: new Map<string, Count>() }
  let countedMinute = 0

  async function share(group: Group, whom: string, count: Count, limit: number) {
    count.isReporting = true
    try {
      while (isDue(count, limit)) {
        const { made } = count
        const all = await report(group, whom, made - count.reported)
        count.reported = made
        count.others = Math.max(count.others, all - made)
      }
    } catch {
      // The next request tries again.
    } finally {
      count.isReporting = false
    }
  }

  return (group: Group, whom: string, minute: number, limit: number): number => {
    if (minute !== countedMinute) {
      counters.reads.clear()
      counters.writes.clear()
      countedMinute = minute
    }
    const count = counters[group].get(whom) ?? { made: 0, reported: 0, others: 0, isReporting: false }
    counters[group].set(whom, count)
    count.made += 1
    if (isDue(count, limit) && !count.isReporting) void share(group, `${minute} ${whom}`, count, limit)
    return count.made + count.others
  }
}
