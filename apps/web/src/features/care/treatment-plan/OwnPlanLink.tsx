import { Button } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { useSubscribeToPlans } from './use-plan.ts'

/** A link to the plans that therapists share with the acting client. Renders nothing if there are none. */
export function OwnPlanLink() {
  const { t } = useTranslation('treatmentPlan')
  useSubscribeToPlans()
  const read = useQuery(orpc.treatmentPlan.mine.queryOptions({ input: {} }))
  if (read.isPending) return <Pending />
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconTargetArrow size={18} stroke={1.6} aria-hidden />}
      renderRoot={(props) => <Link to="/dashboard/client/plan" {...props} />}
    >
      {t('own.title')}
    </Button>
  )
}
