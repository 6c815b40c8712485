import type { MeasureId } from '@attune/contract/common/ids'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { useSubscribeToMeasures } from '../use-measure-list.ts'
import { MeasureEditor } from './MeasureEditor.tsx'

const route = getRouteApi('/dashboard/therapist/questionnaires/$measureId')

export function MeasurePage() {
  const { measureId } = route.useParams()
  return <MeasureById key={measureId} id={measureId} />
}

export function MeasureById({ id }: { id: MeasureId }) {
  const { t } = useTranslation(['measure', 'measureItem'])
  useSubscribeToMeasures()
  const read = useQuery(orpc.measure.get.queryOptions({ input: { id } }))
  return (
    <LoadedById
      read={read}
      title={t('title')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconFileOff,
        title: t('notFound'),
        text: t('notFoundText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/therapist/questionnaires">
            {t('toList')}
          </ButtonLink>
        ),
      }}
    >
      {(view) => <MeasureEditor view={view} />}
    </LoadedById>
  )
}
