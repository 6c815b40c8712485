/** The name of the folder with people's waiting exports in the data folder. Backups do not contain it. */
export const exportsFolder = 'personal-exports'
