import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { clearLinkToken, takeLinkToken } from '../../../../platform/login/link-token.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { InvalidLink } from './InvalidLink.tsx'
import { PublicFrame } from './PublicFrame.tsx'

type MailboxAction = {
  textKey: 'agree' | 'stop' | 'prove' | 'stopReset' | 'verify'
  /**
   * Calls the server with the token of the link. For a link that changes the email address, `changed` is true if the
   * address has now changed.
   */
  run: (token: string) => Promise<{ changed: boolean } | { done: true }>
  plain?: boolean
}

type Props = { title: 'new' | 'old' | 'reset' | 'address'; acts: readonly MailboxAction[] }

/** Renders the page of an email link, with one button for each action. Opening the link changes nothing. */
export function EmailLinkPage({ title, acts }: Props) {
  const { t } = useTranslation('reauthentication')
  const errorText = useErrorMessage()
  const [token] = useState(takeLinkToken)
  const go = useMutation({ mutationFn: (act: MailboxAction) => act.run(token), onSuccess: clearLinkToken })
  if (!token || errorCode(go.error) === 'INVALID_LINK') return <InvalidLink text={t('emailLink.invalid')} />
  if (go.isSuccess) {
    const done = 'changed' in go.data && go.data.changed ? 'changed' : go.variables.textKey
    return (
      <PublicFrame title={t(`emailLink.doneTitle.${done}`)}>
        <Stack gap="md" mt="md">
          <Callout kind="calm">{t(`emailLink.done.${done}`)}</Callout>
          <ButtonLink size="md" to="/">
            {t('emailLink.on')}
          </ButtonLink>
        </Stack>
      </PublicFrame>
    )
  }
  return (
    <PublicFrame title={t(`emailLink.${title}.title`)} text={t(`emailLink.${title}.text`)}>
      <Stack gap="md" mt="xl">
        <FormError>{errorText(go.error)}</FormError>
        {acts.map((act) => (
          <Button
            key={act.textKey}
            size="md"
            variant={act.plain ? 'default' : 'filled'}
            loading={go.isPending && go.variables === act}
            onClick={() => go.mutate(act)}
          >
            {t(`emailLink.${act.textKey}`)}
          </Button>
        ))}
      </Stack>
    </PublicFrame>
  )
}
