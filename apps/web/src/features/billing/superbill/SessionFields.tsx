import type { PaidSession } from '@attune/contract/features/billing/superbill/superbill'
import {
  diagnosisLetters,
  placesOfService,
  superbillLimits,
} from '@attune/contract/features/billing/superbill/superbill.rules'
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { dateText } from '../../../ui/page/date-text.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import {
  areModifiers,
  type CodeValues,
  codesOf,
  isChosen,
  isCpt,
  lettersOf,
  sessionsInPeriod,
  type SuperbillValues,
} from './superbill-values.ts'
import classes from './superbill.module.css'

type Props = {
  sessions: readonly PaidSession[]
  values: SuperbillValues
  checked: boolean
  onChange: (values: SuperbillValues) => void
}

/** Fields for the period of a superbill and for its paid sessions with their codes. */
export function SessionFields({ sessions, values, checked, onChange }: Props) {
  const { t } = useTranslation('superbill')
  const shown = sessionsInPeriod(sessions, values)
  const count = shown.filter((session) => isChosen(session, values)).length
  const problem = count === 0 ? t('session.noneChosen') : t('session.tooMany', { max: superbillLimits.lines })
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('session.title')}</legend>
      <div className={classes.days}>
        <DateInput label={t('session.from')} value={values.from} onChange={(from) => onChange({ ...values, from })} />
        <DateInput label={t('session.to')} value={values.to} onChange={(to) => onChange({ ...values, to })} />
      </div>
      {shown.map((session) => (
        <SessionCard key={session.sessionId} session={session} values={values} checked={checked} onChange={onChange} />
      ))}
      {checked && (count === 0 || count > superbillLimits.lines) && (
        <p role="alert" className={classes.error}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type CardProps = Omit<Props, 'sessions'> & { session: PaidSession }

function SessionCard({ session, values, checked, onChange }: CardProps) {
  const { t } = useTranslation('superbill')
  const { language } = useLocale()
  const { sessionId, serviceOn, text, feeMinor, paidMinor, currency, invoiceNumber, superbillId } = session
  const money = (minor: string) => moneyText(minor, currency, language)
  const chosen = isChosen(session, values)
  const toggle = () => {
    const leftOut = new Set(values.leftOut)
    if (!leftOut.delete(sessionId)) leftOut.add(sessionId)
    onChange({ ...values, leftOut })
  }
  const facts = [
    t('session.invoice', { number: invoiceNumber }),
    feeMinor === paidMinor
      ? money(feeMinor)
      : t('session.discounted', { fee: money(feeMinor), paid: money(paidMinor) }),
    superbillId !== null && t('session.already'),
  ]
  return (
    <div className={classes.session}>
      <Checkbox
        label={`${dateText(serviceOn, language)} · ${text}`}
        description={facts.filter(Boolean).join(' · ')}
        checked={chosen}
        disabled={superbillId !== null}
        onChange={toggle}
      />
      {chosen && (
        <CodeFields
          session={session}
          codes={codesOf(session, values)}
          diagnoses={values.diagnoses.length}
          checked={checked}
          onChange={(codes) => onChange({ ...values, codes: { ...values.codes, [sessionId]: codes } })}
        />
      )}
    </div>
  )
}

type CodeProps = {
  session: PaidSession
  codes: CodeValues
  /** The number of diagnoses of the superbill. */
  diagnoses: number
  checked: boolean
  onChange: (codes: CodeValues) => void
}

function CodeFields({ session: { serviceOn }, codes, diagnoses, checked, onChange }: CodeProps) {
  const { t } = useTranslation(['superbill', 'common'])
  const { language } = useLocale()
  const day = dateText(serviceOn, language)
  const named = (label: string) => ({ label, 'aria-label': t('common:labelled', { label, text: day }) })
  return (
    <>
      <div className={classes.codes}>
        <TextInput
          {...named(t('session.code'))}
          autoComplete="off"
          maxLength={20}
          value={codes.code}
          error={checked && !isCpt(codes) && t('session.codeInvalid')}
          onChange={(event) => onChange({ ...codes, code: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          {...named(t('session.modifiers'))}
          autoComplete="off"
          maxLength={20}
          value={codes.modifiers}
          error={checked && !areModifiers(codes) && t('session.modifiersInvalid')}
          onChange={(event) => onChange({ ...codes, modifiers: event.currentTarget.value.toUpperCase() })}
        />
        <NativeSelect
          {...named(t('session.place'))}
          value={codes.placeOfService}
          data={placesOfService.map((value) => ({ value, label: t(`session.places.${value}`) }))}
          onChange={(event) =>
            onChange({ ...codes, placeOfService: event.currentTarget.value as CodeValues['placeOfService'] })
          }
        />
      </div>
      {diagnoses > 1 && <TreatedDiagnoses codes={codes} diagnoses={diagnoses} checked={checked} onChange={onChange} />}
    </>
  )
}

/** Checkboxes for the diagnoses that a session treated. */
function TreatedDiagnoses({ codes, diagnoses, checked, onChange }: Omit<CodeProps, 'session'>) {
  const { t } = useTranslation('superbill')
  return (
    <Checkbox.Group
      label={t('session.diagnoses')}
      value={lettersOf(codes, diagnoses)}
      error={checked && lettersOf(codes, diagnoses).length === 0 && t('session.noDiagnosis')}
      onChange={(letters) =>
        onChange({ ...codes, without: diagnosisLetters.filter((letter) => !letters.includes(letter)) })
      }
    >
      <Group gap="md" mt={4}>
        {diagnosisLetters.slice(0, diagnoses).map((letter) => (
          <Checkbox key={letter} value={letter} label={letter} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
