import type { ClientGuardian } from '@attune/contract/features/people/guardian/guardian.invitations'
import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from './Guardians.module.css'
import { useGuardianChange, useGuardianProblem, useSendAgain } from './use-client-guardians.ts'

const RenewGuardianDialog = lazyNamed(() => import('../client/RenewGuardianDialog.tsx'), 'RenewGuardianDialog')
const EditGuardianDialog = lazyNamed(() => import('./GuardianDialog.tsx'), 'EditGuardianDialog')
const FormDialog = lazyNamed(() => import('../../../../ui/dialog/FormDialog.tsx'), 'FormDialog')

type Props = { guardian: ClientGuardian; /** The first name of the client. */ client: string }

/** The buttons of a guardian: edit and end the rights, or send, show and withdraw the invitation. */
export function GuardianButtons({ guardian, client }: Props) {
  const { t } = useTranslation('guardianInvitation')
  const [isEditing, setEditing] = useState(false)
  const { name } = guardian
  const isInvited = guardian.state === 'invited' || guardian.state === 'expired'
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="xs"
        aria-label={t('editOf', { name })}
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
      >
        {t('edit')}
      </Button>
      {guardian.conversationId && (
        <ButtonLink
          variant="default"
          size="xs"
          aria-label={t('messagesOf', { name })}
          to="/dashboard/$userType/messages"
          params={{ userType: 'therapist' }}
          search={{ guardian: guardian.conversationId }}
        >
          {t('messages')}
        </ButtonLink>
      )}
      {guardian.canRenewOnWord && <RenewButton guardian={guardian} />}
      {isInvited && guardian.contact !== 'removed' && <SendAgainButton guardian={guardian} client={client} />}
      {guardian.state === 'invited' && guardian.contact === 'same' && (
        <LinkButton key={guardian.invitedAt} guardian={guardian} client={client} />
      )}
      <EndButton guardian={guardian} client={client} isInvited={isInvited} />
      {isEditing && <EditGuardianDialog guardian={guardian} client={client} onClose={() => setEditing(false)} />}
    </div>
  )
}

/** Lets the therapist renew paused rights for a client who has no account and has agreed to it outside the app. */
function RenewButton({ guardian: { id, name, rights } }: Pick<Props, 'guardian'>) {
  const { t } = useTranslation('guardianInvitation')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('renewAccessOf', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('renewAccess')}
      </Button>
      {isOpen && (
        <RenewGuardianDialog
          onWord
          guardian={{ id, name, rights: rights.map(({ right }) => right) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function SendAgainButton({ guardian: { id, name }, client }: Props) {
  const { t } = useTranslation('guardianInvitation')
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const isByHand = info.data?.mailConfigured === false
  const send = useSendAgain(id, client, t(isByHand ? 'done.link' : 'done.invited'))
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t(isByHand ? 'renewOf' : 'resendOf', { name })}
      loading={send.isPending}
      onClick={() => send.mutate(undefined)}
    >
      {t(isByHand ? 'renew' : 'resend')}
    </Button>
  )
}

/** Loads the link of an invitation on request, because the server logs each access, and then offers to copy it. */
function LinkButton({ guardian: { id, name }, client }: Props) {
  const { t } = useTranslation('guardianInvitation')
  const problem = useGuardianProblem(client)
  const reveal = useMutation({
    mutationFn: () => api.guardian.secrets({ id }),
    onError: (error) => toast.error(problem(error) ?? ''),
  })
  if (reveal.data) {
    return (
      <CopyTextButton size="xs" variant="light" value={reveal.data.link}>
        {t('copy')}
      </CopyTextButton>
    )
  }
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('linkOf', { name })}
      loading={reveal.isPending}
      onClick={() => reveal.mutate()}
    >
      {t('link')}
    </Button>
  )
}

function EndButton({ guardian: { id, name }, client, isInvited }: Props & { isInvited: boolean }) {
  const { t } = useTranslation('guardianInvitation')
  const [isOpen, setOpen] = useState(false)
  const label = t(isInvited ? 'withdraw' : 'end')
  const dialog = isInvited ? 'withdrawDialog' : 'endDialog'
  const end = useGuardianChange(() => api.guardian.end({ id }), {
    name: client,
    done: t(isInvited ? 'done.withdrawn' : 'done.ended'),
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="var(--attune-danger)"
        aria-label={t(isInvited ? 'withdrawOf' : 'endOf', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <FormDialog
          title={t(`${dialog}.title`, { name })}
          submit={label}
          back={t(`${dialog}.back`)}
          busy={end.isPending}
          danger
          onClose={() => setOpen(false)}
          onSubmit={() => end.mutate(undefined, { onSettled: () => setOpen(false) })}
        >
          <Text size="sm">{t(`${dialog}.text`, { name, client })}</Text>
        </FormDialog>
      )}
    </>
  )
}
