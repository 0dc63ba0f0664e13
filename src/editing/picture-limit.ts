/** The maximum size of an uploaded picture. */
export const maxPictureBytes = 25_000_000;

export const pictureTooLarge = `This picture is over ${maxPictureBytes / 1_000_000} MB. Make it smaller and try again.`;
