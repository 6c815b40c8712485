import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { toast } from '../../../../ui/toast/toast.ts'

const explained = ['SELF', 'LAST_ADMIN', 'ACCOUNT_EXISTS', 'TOO_MANY'] as const

/** Returns the name of an account, or the email address if it has none. */
export const accountName = ({ name, email }: Pick<AccountListItem, 'name' | 'email'>) => name || email

/**
 * Returns the mutation `run`, which runs a command on accounts, reloads the list, shows `message` and calls `onDone`. `problem` is the error text
 * after a failure.
 */
export function useAccountCommand(command: () => Promise<unknown>, message: string, onDone: () => void) {
  const { t } = useTranslation('accounts')
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: orpc.administration.key() })
  const run = useMutation({
    mutationFn: command,
    onSuccess: async () => {
      await again()
      toast.success(message)
      onDone()
    },
    onError: () => void again(),
  })
  const code = errorCode(run.error)
  const known = explained.find((one) => one === code)
  return { run, problem: run.isError && (known ? t(`refused.${known}`) : t('notDone')) }
}

type MailedCommand = 'disable' | 'enable' | 'signOut' | 'changeRole'

/**
 * Returns the texts before and after a command about which the account is notified by email: `textOf` and `doneOf`. Without a mail server they
 * mention no email.
 */
export function useMailedTexts(name: string) {
  const { t } = useTranslation('accounts')
  const sendsEmail = useSendsEmail()
  return {
    textOf: (command: MailedCommand) =>
      [t(`${command}.text`, { name }), ...(sendsEmail ? [t('mailed', { name })] : [])].join(' '),
    doneOf: (command: MailedCommand) =>
      [t(`did.${command}`), ...(sendsEmail ? [t('notified', { name })] : [])].join(' '),
  }
}
