/** The parts of the report, in the order in which it shows them. */
export const doctorGroups = [
  'Settings',
  'Ports',
  'Folders',
  'Disk',
  'Clock',
  'Versions',
  'Database',
  'Address',
  'Certificate',
  'Email',
  'Services',
  'Backups',
] as const
export type DoctorGroup = (typeof doctorGroups)[number]

/** `note`: a fact that is neither right nor wrong. `not-checked`: nothing was tried, so nothing is known. */
export type DoctorState = 'ok' | 'note' | 'warning' | 'failing' | 'not-checked'

/** One sentence of the report. */
export type DoctorLine = { group: DoctorGroup; state: DoctorState; text: string }

export type DoctorReport = {
  version: string
  /** Whether Attune runs with this data on this machine. `unknown`: an Attune answers but could not prove that it uses this data, or PORT is 0. */
  product: 'running' | 'stopped' | 'unknown'
  lines: DoctorLine[]
}

/** Returns a function that makes the lines of a group. */
export const lineMaker =
  (group: DoctorGroup) =>
  (state: DoctorState, text: string): DoctorLine => ({ group, state, text })

/** Whether nothing fails. Warnings, and parts that were not checked, do not count as failures. */
export const isHealthy = ({ lines }: Pick<DoctorReport, 'lines'>): boolean =>
  lines.every(({ state }) => state !== 'failing')

const productSentences = {
  running: 'Attune is running with this data.',
  stopped: 'Attune is stopped, so some parts could not be checked.',
  unknown: "It couldn't be found out whether Attune runs with this data.",
} as const satisfies Record<DoctorReport['product'], string>

const stateWords = {
  ok: 'OK: ',
  note: '',
  warning: 'Warning: ',
  failing: 'Failing: ',
  'not-checked': 'Not checked: ',
} as const satisfies Record<DoctorState, string>

/** Returns the report as text for a terminal, grouped, with a summary at its end. */
export function reportText(report: DoctorReport): string {
  const groups = doctorGroups.flatMap((group) => {
    const lines = report.lines.filter((line) => line.group === group)
    return lines.length ? ['', group, ...lines.map(({ state, text }) => `  ${stateWords[state]}${text}`)] : []
  })
  return [`Attune ${report.version}. ${productSentences[report.product]}`, ...groups, '', summary(report)].join('\n')
}

/** Returns the report as JSON for other programs. */
export const reportJson = ({ version, product, lines }: DoctorReport): string =>
  JSON.stringify({ version, product, healthy: isHealthy({ lines }), lines }, null, 2)

function summary({ lines }: DoctorReport): string {
  const count = (state: DoctorState) => lines.filter((line) => line.state === state).length
  return `${count('failing')} failing, ${count('warning')} with a warning, ${count('ok')} OK, ${count('not-checked')} not checked.`
}
