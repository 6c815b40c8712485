/**
 * Runs the checks, `lanes` at a time, in the order of the list. Calls `report` with each check's index and outcome, also in the order of
 * the list, so that the output of two runs can be compared.
 */
export async function runConcurrently(checks, lanes, report) {
  const outcomes = []
  let begun = 0
  let reported = 0
  async function lane() {
    while (begun < checks.length) {
      const at = begun++
      const start = performance.now()
      const outcome = await attempt(checks[at])
      outcomes[at] = { ...outcome, seconds: (performance.now() - start) / 1000 }
      for (; outcomes[reported]; reported++) report(reported, outcomes[reported])
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function attempt(check) {
  try {
    return await check()
  } catch (error) {
    return { ok: false, findings: [error.stack ?? String(error)] }
  }
}
