import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/dialog/VersionConflict.tsx'

/** Says that another window saved or gave the estimate meanwhile, and lets the therapist choose a version. */
export function EstimateConflict({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  const { t } = useTranslation('estimate')
  return (
    <VersionConflict
      title={t('conflict.title')}
      mine={{ label: t('conflict.mine'), onChoose: onMine }}
      theirs={{ label: t('conflict.theirs'), onChoose: onTheirs }}
    >
      {t('conflict.text')}
    </VersionConflict>
  )
}
