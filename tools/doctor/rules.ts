import { certificateFinding } from '../../apps/server/src/features/practice/administration/health/rules.ts'
import type { MailProbe } from '../../apps/server/src/platform/channels/mail-probe.ts'
import type { SettingSource } from '../../apps/server/src/platform/config/setting-sources.ts'
import type { BackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import { healthSentence, sizeText } from './health-sentences.ts'
import { type DoctorLine, lineMaker } from './report.ts'

/** Returns the lines about the settings that have a value, with its source, and one line about those that have none. */
export function settingLines(sources: readonly SettingSource[]): DoctorLine[] {
  const line = lineMaker('Settings')
  const isSet = sources.filter(({ shown }) => shown !== null)
  const unset = sources.filter(({ shown }) => shown === null).map(({ name }) => name)
  const origins = { environment: 'from the environment', '.env': 'from .env', default: 'default' }
  return [
    ...isSet.map(({ name, source, shown }) => line('note', `${name} is ${shown} (${origins[source]}).`)),
    ...(unset.length ? [line('note', `Not set, so the defaults apply: ${unset.join(', ')}.`)] : []),
  ]
}

const [tolerableSeconds, wrongSeconds] = [2, 30]

/** Returns the line about the difference between this machine's clock and another one. `seconds` is positive if this machine is ahead. */
export function clockLine(seconds: number, other: string): DoctorLine {
  const line = lineMaker('Clock')
  const size = Math.abs(seconds)
  if (size <= tolerableSeconds) return line('ok', `This machine's clock agrees with ${other}.`)
  const text = `This machine's clock is ${Math.round(size)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} ${other}.`
  return size < wrongSeconds
    ? line('warning', `${text} Set the clock by NTP.`)
    : line('failing', `${text} Codes of authenticator apps are refused. Set the clock by NTP.`)
}

export type CertificateFacts = {
  /** Its source, as the subject of a sentence. */
  subject: string
  validFrom: Date
  validTo: Date
  names: string
  /** The host that it must be valid for, and whether it is; null if no address is configured. */
  host: { name: string; isCovered: boolean } | null
}

/** Returns the lines about the dates and the names of a certificate. */
export function certificateLines({ subject, validFrom, validTo, names, host }: CertificateFacts, now: Date) {
  const line = lineMaker('Certificate')
  const dates = healthSentence(certificateFinding(validTo, now))
  return [
    validFrom.getTime() > now.getTime()
      ? line('failing', `${subject} is valid only from ${validFrom.toISOString()}. Check the clock of this machine.`)
      : line(dates.state, `${subject}: ${dates.text}`),
    host === null
      ? line('not-checked', `whether ${subject} has the right name, because PUBLIC_URL isn't set. It is for ${names}.`)
      : host.isCovered
        ? line('ok', `${subject} is for ${host.name}.`)
        : line('failing', `${subject} isn't for ${host.name}, but for ${names}. Browsers refuse it.`),
  ]
}

/** Returns the lines about the connection to the mail server, with the server's own words. */
export function mailLines(probe: MailProbe, server: string): DoctorLine[] {
  const line = lineMaker('Email')
  const { greeting, problem, isEncrypted, login, loginAnswer } = probe
  if (greeting === null)
    return [line('failing', `The mail server ${server} can't be reached: ${problem ?? 'it says nothing'}`)]
  const answer = loginAnswer ? ` It says: "${loginAnswer}"` : ''
  const logins = {
    accepted: line('ok', `The mail server accepts the user and the password.${answer}`),
    refused: line('failing', `The mail server refuses the user or the password in SMTP_URL.${answer}`),
    none: line('note', 'SMTP_URL contains no user, so Attune sends without signing in.'),
    'not-offered': line('warning', 'SMTP_URL contains a user, but the mail server offers no way to sign in.'),
    untried: line('not-checked', 'the sign-in to the mail server, because the connection failed before.'),
  }
  return [
    line('ok', `The mail server ${server} answers: "${greeting}"`),
    ...(problem === null ? [] : [line('failing', `The connection failed. The mail server says: "${problem}"`)]),
    isEncrypted
      ? line('ok', 'The connection to the mail server is encrypted.')
      : line('warning', "The connection to the mail server isn't encrypted."),
    logins[login],
    line('not-checked', 'whether the mail server accepts the sender in MAIL_FROM, because no email was sent.'),
  ]
}

/** Returns the lines about the last verified backup, the destinations, and the last attempt. */
export function backupLines({ proved, destinations }: BackupRecord, now: Date): DoctorLine[] {
  const line = lineMaker('Backups')
  const age = (at: Date) => `${Math.max(0, Math.floor((now.getTime() - at.getTime()) / 3_600_000))} hours ago`
  return [
    proved
      ? line(
          'note',
          `The last backup that was verified by a restore began ${age(proved.at)} (${sizeText(proved.size)}).`,
        )
      : line('not-checked', 'whether a backup can be restored, because Attune has verified none yet.'),
    ...Object.entries(destinations).map(([name, { at, reason }]) =>
      reason === null
        ? line('note', `${name} got its last backup ${at ? age(at) : 'never'}.`)
        : line('failing', `${name} didn't get the latest backup: ${reason}`),
    ),
  ]
}
