import { maxWindowHours } from '@attune/contract/features/schedule/terms/terms.rules'
import '../../../ui/styles-overlay.ts'
import { Group, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../platform/login/login.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { changePhases, isValidWindow, type TermsProblems, type TermsDraft } from './terms-draft.ts'
import { exampleSessionStart } from './example-session.ts'
import classes from './terms.module.css'

type Props = {
  kind: 'cancel' | 'move'
  draft: TermsDraft
  problems: TermsProblems
  onChange: (part: Partial<TermsDraft>) => void
}

/**
 * Renders the fields for two limits. A change less than `lateHours` hours before a session is late. A change less than
 * `blockedHours` hours before it is blocked. A preview shows the text that clients read.
 */
export function ChangeLimitFields({ kind, draft, problems, onChange }: Props) {
  const { t } = useTranslation(['terms', 'sessionDialog'])
  const window = draft[kind]
  const problem = problems[kind]
  const field = (name: 'lateHours' | 'blockedHours') => ({
    label: t(`${kind}.${name}`),
    description: t(`${name}Hint`),
    suffix: ` ${t('hoursShort')}`,
    className: classes.hours,
    min: 0,
    max: maxWindowHours,
    clampBehavior: 'none' as const,
    allowDecimal: false,
    allowNegative: false,
    value: window[name] ?? '',
    error: problem && (name === 'blockedHours' || problem === 'hoursMissing') && t(`problem.${problem}`),
    onChange: (hours: number | string) =>
      onChange({ [kind]: { ...window, [name]: typeof hours === 'number' ? hours : null } }),
  })
  return (
    <>
      <Group align="flex-start" gap="md">
        <NumberInput {...field('lateHours')} />
        <NumberInput {...field('blockedHours')} />
      </Group>
      {isValidWindow(window) && <Preview kind={kind} draft={draft} />}
    </>
  )
}

/** Previews the text that clients read when they cancel or move a session, for an example session. */
function Preview({ kind, draft }: Pick<Props, 'kind' | 'draft'>) {
  const { t } = useTranslation(['terms', 'sessionDialog'])
  const locale = useLocale()
  const me = useMe()
  const name = me ? `${me.firstName} ${me.lastName}` : ''
  const window = draft[kind]
  const start = exampleSessionStart(locale.zone)
  const freeUntil = new Date(Date.parse(start) - (window.lateHours ?? 0) * 3_600_000).toISOString()
  return (
    <div className={classes.preview} aria-live="polite">
      <p className={classes.about}>{t('preview', { when: momentInSentence(start, locale) })}</p>
      <ul>
        {changePhases(window).map((moment) => {
          const limitText = t(`sessionDialog:terms.${kind}.${moment}`, {
            name,
            until: momentInSentence(freeUntil, locale),
            count: window.blockedHours ?? 0,
          })
          const isEarly = moment === 'free' || moment === 'always'
          const isImmediate = kind === 'cancel' && isEarly && draft.acceptEarlyCancels
          return (
            <li key={moment}>
              {limitText} {t(isImmediate ? 'sessionDialog:terms.atOnce' : 'sessionDialog:terms.decides', { name })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
