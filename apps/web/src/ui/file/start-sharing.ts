import i18next from 'i18next'
import { shareServerFile } from '../../platform/share.ts'
import { toast } from '../toast/toast.ts'

/** Offers a file of the server to other apps of the phone, which only the native app can do. A toast reports a failure. */
export const startSharing = (path: string): void =>
  void shareServerFile(path).catch(() => toast.error(i18next.t('shareFailed')))
