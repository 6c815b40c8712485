import { Button, CopyButton, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { CurrentPasswordField } from '../../login/login.tsx'
import classes from '../account.module.css'

const refusals = { INVALID_CREDENTIALS: 'settings.passwordWrong', TOO_MANY: 'settings.tooMany' } as const

/** Asks for the password, creates new recovery codes, and shows them once. */
export function NewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const [password, setPassword] = useState('')
  const make = useMutation({ mutationFn: () => api.login.newRecoveryCodes({ password }) })
  if (make.data) return <NewCodes codes={make.data.recoveryCodes} onClose={onClose} />
  const problem = make.isError ? t(refusals[errorCode(make.error) as keyof typeof refusals] ?? 'settings.failed') : null
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('settings.codesTitle')}
      submit={t('settings.make')}
      back={t('settings.keep')}
      busy={make.isPending}
      onSubmit={() => password && make.mutate()}
    >
      <Text size="sm">{t('settings.codesText')}</Text>
      <CurrentPasswordField
        label={t('settings.password')}
        data-autofocus
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          make.reset()
        }}
      />
    </FormDialog>
  )
}

function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('account')
  return (
    <Dialog onClose={onClose} title={t('settings.codesTitle')} cross={false}>
      <Stack gap="md">
        <Text size="sm">{t('settings.codesShown')}</Text>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogFoot>
          <CopyButton value={codes.join('\n')} timeout={2000}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                onClick={copy}
              >
                {t(copied ? 'settings.copied' : 'settings.copy')}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>
            {t('settings.done')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
