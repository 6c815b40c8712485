import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import classes from './client-home.module.css'

/** Returns the number of forms that the client has not filled in, and updates it live. */
export function useFormsToFill(): number {
  const cache = useQueryClient()
  useSubscription('sent_forms', () => void cache.invalidateQueries({ queryKey: orpc.form.mine.key() }))
  const read = useQuery(orpc.form.mine.queryOptions({ input: {} }))
  return read.data?.items.filter(({ state }) => state === 'open').length ?? 0
}

/** A row with the number of forms to fill in and a link to them. */
export function FormsToFillRow({ count }: { count: number }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.line}>
      <IconFileText size={20} stroke={1.6} aria-hidden />
      <span>{t('client.formsToFill', { count })}</span>
      <TextLink to="/dashboard/client/forms">{t('client.openForms')}</TextLink>
    </div>
  )
}
