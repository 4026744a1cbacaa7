import { type ObjectStore, nodeFiles, openFolderObjects } from '@rowhouse/platform'

/** Objects as the files of a folder of this machine, which is made with the first of them. */
export const objectsInFolder = (folder: string): ObjectStore => openFolderObjects(nodeFiles, folder)
