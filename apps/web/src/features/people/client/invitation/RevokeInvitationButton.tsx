import type { ClientId } from '@attune/contract/common/ids'
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateClients } from '../use-client-updates.ts'

const FormDialog = lazyNamed(() => import('../../../../ui/dialog/FormDialog.tsx'), 'FormDialog')

/** A button that revokes an invitation after a confirmation. */
export function RevokeInvitationButton({ id, name }: { id: ClientId; name: string }) {
  const { t } = useTranslation('client')
  const changed = useInvalidateClients()
  const [command, setCommand] = useState<string | null>(null)
  const revoke = useMutation({
    mutationFn: (made: string) => api.connection.revoke({ id, command: made }),
    onSuccess: () => toast({ variant: 'success', title: t('invitation.revokedNow') }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t(errorCode(error) === 'INVITATION_OVER' ? 'invitation.over' : 'profile.actFailed'),
      }),
    onSettled: () => {
      setCommand(null)
      return changed()
    },
  })
  return (
    <>
      <Button variant="default" c="var(--attune-danger)" aria-haspopup="dialog" onClick={() => setCommand(createId())}>
        {t('invitation.revoke')}
      </Button>
      {command && (
        <FormDialog
          title={t('invitation.revokeTitle')}
          submit={t('invitation.revoke')}
          back={t('invitation.keep')}
          busy={revoke.isPending}
          danger
          onClose={() => setCommand(null)}
          onSubmit={() => revoke.mutate(command)}
        >
          <Text size="sm">{t('invitation.revokeText', { name })}</Text>
        </FormDialog>
      )}
    </>
  )
}
