import { api, sendFile } from '../api.ts'

/** Files by bucket. Each is under its owner's id, with a name that begins with the upload time [3.15]. */
export const backendStorage = {
  avatars: {
    /** Uploads a picture. It is never replaced: each upload has its own URL, cached for 3600 s [7.08]. */
    upload: (picture: Blob) => sendFile(['storage', 'avatars'], picture) as Promise<{ path: string; url: string }>,
    /** The public URL of a picture. */
    publicUrl: (path: string) => `/avatars/${path}`,
    /** The person's own pictures, by name in ascending order; 100 by default [9.13]. */
    list: async (page: { limit?: number; offset?: number } = {}) => (await api.account.avatars(page)).items,
  },
}
