import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import classes from './client-home.module.css'

/** A line with the number of forms to fill in and a link to them. Renders nothing if there are none. */
export function FormsToFillRow() {
  const { t } = useTranslation('dashboard')
  const cache = useQueryClient()
  useSubscription('sent_forms', () => void cache.invalidateQueries({ queryKey: orpc.form.mine.key() }))
  const read = useQuery(orpc.form.mine.queryOptions({ input: {} }))
  const count = read.data?.items.filter(({ state }) => state === 'open').length ?? 0
  if (count === 0) return null
  return (
    <Card>
      <div className={classes.line}>
        <IconFileText size={20} stroke={1.6} aria-hidden />
        <span>{t('client.formsToFill', { count })}</span>
        <TextLink to="/dashboard/client/forms">{t('client.openForms')}</TextLink>
      </div>
    </Card>
  )
}
