import { isVerificationCode } from '@attune/contract/features/people/login/login.rules'
import type { Enrolment, LoginView } from '@attune/contract/features/people/login/login.schemas'
import { Button, Checkbox, CopyButton, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLogin } from '../../../platform/login/login.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../ui/base/SubmitButton.tsx'
import { QrCode } from '../../../ui/file/QrCode.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { CurrentPasswordField } from './password/CurrentPasswordField.tsx'
import { CodeField } from './public/LoginFields.tsx'
import classes from './public/LoginFields.module.css'
import { submitHandler } from './public/submit-handler.ts'

/** Guides a person through the setup of two-step verification. `onDone` receives the login with assurance level 2. */
export function SecondFactorSetup({ onDone }: { onDone: (login: LoginView) => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const email = useLogin()?.email ?? ''
  return enrolment ? (
    <EnrolmentSteps enrolment={enrolment} email={email} onDone={onDone} />
  ) : (
    <PasswordStep onEnrolled={setEnrolment} />
  )
}

function PasswordStep({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const enrol = useMutation({ mutationFn: () => api.login.setUpTwoStep({ password }), onSuccess: onEnrolled })
  return (
    <form onSubmit={submitHandler(enrol.isPending, () => password && enrol.mutate())} noValidate>
      <Stack gap="md">
        <CurrentPasswordField
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          description={t('enrol.password')}
        />
        <FormError>{errorText(enrol.error)}</FormError>
        <SubmitButton running={enrol.isPending} fullWidth>
          {t('enrol.begin')}
        </SubmitButton>
      </Stack>
    </form>
  )
}

type StepsProps = {
  enrolment: Enrolment
  /** The email address of the signed-in account. It is the heading of the account's recovery codes if those of another account are listed too. */
  email: string
  onDone: (login: LoginView) => void
}

/** Shows the key for the authenticator app and the recovery codes, and asks for the first code of the app. */
export function EnrolmentSteps({ enrolment, email, onDone }: StepsProps) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [code, setCode] = useState('')
  const [codesSaved, setCodesSaved] = useState(false)
  const [tried, setTried] = useState(false)
  const confirm = useMutation({
    mutationFn: () => api.login.confirmTwoStep({ code }),
    onSuccess: ({ login, both }) => {
      if (enrolment.other && !both) toast.error(t('enrol.notBoth', { email: enrolment.other.email }))
      onDone(login)
    },
    onError: () => setCode(''),
  })
  const submit = () => {
    setTried(true)
    if (codesSaved && isVerificationCode(code)) confirm.mutate()
  }
  return (
    <form onSubmit={submitHandler(confirm.isPending, submit)} noValidate>
      <ScanStep enrolment={enrolment} />
      <section className={classes.step}>
        <h2>{t('enrol.keep')}</h2>
        <p className={classes.hint}>{t(enrolment.other ? 'enrol.keepTextBoth' : 'enrol.keepText')}</p>
        <RecoveryCodes enrolment={enrolment} email={email} />
        <Checkbox
          label={t('enrol.kept')}
          checked={codesSaved}
          onChange={(event) => setCodesSaved(event.currentTarget.checked)}
          error={tried && !codesSaved && t('enrol.keptFirst')}
        />
      </section>
      <section className={classes.step}>
        <h2>{t('enrol.enter')}</h2>
        <CodeField
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={tried && !isVerificationCode(code) && !confirm.error && t('enrol.codeShort')}
        />
        <FormError>{errorText(confirm.error)}</FormError>
      </section>
      <div className={classes.submit}>
        <SubmitButton running={confirm.isPending} fullWidth>
          {t('enrol.confirm')}
        </SubmitButton>
      </div>
    </form>
  )
}

function ScanStep({ enrolment }: { enrolment: Enrolment }) {
  const { t } = useTranslation('login')
  return (
    <section className={classes.step}>
      <h2>{t('enrol.scan')}</h2>
      {enrolment.other && <p className={classes.hint}>{t('enrol.both')}</p>}
      <div className={classes.qr}>
        <QrCode text={enrolment.uri} label={t('enrol.qr')} />
        <div>
          <p className={classes.hint}>{t('enrol.secret')}</p>
          <code className={classes.secret}>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <Copy text={enrolment.secret} label={t('enrol.copySecret')} />
        </div>
      </div>
    </section>
  )
}

/**
 * Lists the recovery codes, with buttons to copy and to download them. If there are codes of two accounts, the email address of each account is the
 * heading of its codes.
 */
function RecoveryCodes({ enrolment: { recoveryCodes, other }, email }: { enrolment: Enrolment; email: string }) {
  const { t } = useTranslation('login')
  const lists = other
    ? [
        { email, codes: recoveryCodes },
        { email: other.email, codes: other.recoveryCodes },
      ]
    : [{ email: '', codes: recoveryCodes }]
  const text = lists.map((list) => [...(list.email ? [list.email] : []), ...list.codes].join('\n')).join('\n\n')
  return (
    <>
      {lists.map((list) => (
        <Fragment key={list.email}>
          {list.email && <h3 className={classes.codesOf}>{list.email}</h3>}
          <ul className={classes.codes} aria-label={list.email || undefined}>
            {list.codes.map((recovery) => (
              <li key={recovery}>{recovery}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      <Group gap="xs">
        <Copy text={text} label={t('enrol.copyCodes')} />
        <Button
          component="a"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          download="attune-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('enrol.download')}
        </Button>
      </Group>
    </>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? t('copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
