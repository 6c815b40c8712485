import { textLengths } from '@attune/contract/common/text/lengths'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TimeZoneSelect } from '../../../../ui/choice/TimeZoneSelect.tsx'
import { EmailField, NewPasswordField } from '../public/LoginFields.tsx'
import { useProductInfo } from '../public/PublicFrame.tsx'
import classes from '../public/LoginFields.module.css'
import { adminEmailOf, nameInEmails, type SetUpProblems, type SetUpValues } from './set-up.ts'

type Props = { values: SetUpValues; problems: SetUpProblems; onChange: (part: Partial<SetUpValues>) => void }

/**
 * Renders the sections of the setup form: practice, person, therapist account (if the person sees clients) and admin
 * account.
 */
export function SetUpFields(props: Props) {
  return (
    <>
      <PracticeFields {...props} />
      <PersonFields {...props} />
      {props.values.therapist && <TherapistFields {...props} />}
      <AdminFields {...props} />
    </>
  )
}

type TextName = Exclude<keyof SetUpValues, 'zone' | 'therapist'>

/** Returns a function that returns the props of a text field: value, change handler and error message. */
function useTextField({ values, problems, onChange }: Props) {
  const { t } = useTranslation('login')
  return (name: TextName) => {
    const problem = problems[name]
    return {
      value: values[name] ?? '',
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
      error: problem && t(problem),
    }
  }
}

/** Returns the personal words that an attacker would try first as a password. */
const guessableOf = ({ firstName, lastName, practiceName, therapistEmail, adminEmail }: SetUpValues) => [
  firstName,
  lastName,
  practiceName,
  therapistEmail,
  adminEmail ?? '',
]

function PracticeFields(props: Props) {
  const { t } = useTranslation('login')
  const product = useProductInfo()
  const text = useTextField(props)
  return (
    <section className={classes.step}>
      <h2>{t('setUp.practice')}</h2>
      <TextInput
        size="md"
        label={t('setUp.practiceName')}
        autoComplete="organization"
        maxLength={textLengths.practiceName}
        autoFocus
        {...text('practiceName')}
      />
      <TextInput
        size="md"
        label={t('setUp.emailName')}
        description={t('setUp.emailNameHint')}
        autoComplete="off"
        maxLength={textLengths.emailName}
        {...text('emailName')}
        value={nameInEmails(props.values)}
      />
      <TimeZoneSelect
        size="md"
        label={t('zone')}
        value={props.values.zone}
        onChange={(zone) => props.onChange({ zone })}
      />
      {product?.loopback !== false && (
        <TextInput
          size="md"
          label={t('setUp.address')}
          description={t('setUp.addressHint')}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          maxLength={textLengths.publicUrl}
          {...text('publicUrl')}
        />
      )}
    </section>
  )
}

function PersonFields(props: Props) {
  const { t } = useTranslation('login')
  const text = useTextField(props)
  return (
    <section className={classes.step}>
      <h2>{t('setUp.you')}</h2>
      <div className={classes.names}>
        <TextInput
          size="md"
          label={t('firstName')}
          autoComplete="given-name"
          maxLength={textLengths.name}
          {...text('firstName')}
        />
        <TextInput
          size="md"
          label={t('lastName')}
          autoComplete="family-name"
          maxLength={textLengths.name}
          {...text('lastName')}
        />
      </div>
      <Checkbox
        size="sm"
        label={t('setUp.therapist')}
        description={t('setUp.therapistHint')}
        checked={props.values.therapist}
        onChange={(event) => props.onChange({ therapist: event.currentTarget.checked })}
      />
    </section>
  )
}

function TherapistFields(props: Props) {
  const { t } = useTranslation('login')
  const text = useTextField(props)
  return (
    <section className={classes.step}>
      <h2>{t('setUp.asTherapist')}</h2>
      <EmailField name="therapist-email" {...text('therapistEmail')} />
      <NewPasswordField guessable={guessableOf(props.values)} {...text('password')} />
      <p className={classes.hint}>{t(props.values.adminPassword === null ? 'setUp.both' : 'setUp.bothApp')}</p>
    </section>
  )
}

function AdminFields(props: Props) {
  const { t } = useTranslation('login')
  const text = useTextField(props)
  const { values, onChange } = props
  const password = values.therapist ? 'adminPassword' : 'password'
  return (
    <section className={classes.step}>
      <h2>{t('setUp.asAdmin')}</h2>
      <EmailField
        {...text('adminEmail')}
        autoComplete={values.therapist ? 'email' : 'username'}
        value={adminEmailOf(values)}
        description={values.therapist ? t('setUp.adminHint') : undefined}
      />
      {values.therapist && (
        <Checkbox
          size="sm"
          label={t('setUp.ownPassword')}
          checked={values.adminPassword !== null}
          onChange={(event) => onChange({ adminPassword: event.currentTarget.checked ? '' : null })}
        />
      )}
      {(!values.therapist || values.adminPassword !== null) && (
        <NewPasswordField
          name={values.therapist ? 'admin-password' : 'password'}
          guessable={guessableOf(values)}
          {...text(password)}
        />
      )}
    </section>
  )
}
