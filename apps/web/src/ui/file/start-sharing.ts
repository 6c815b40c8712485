import i18next from 'i18next'
import { shareServerFile } from '../../platform/share.ts'
import { toast } from '../toast/toast.ts'

/** Offers a file of the server to other apps of the phone. Only the native app can. */
export const startSharing = (path: string): void =>
  void shareServerFile(path).catch(() => toast.error(i18next.t('shareFailed')))
