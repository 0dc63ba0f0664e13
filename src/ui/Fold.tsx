/** Where the first screen ends: the build asks here for the styles of all that follows (build/critical-styles.ts). */
export const Fold = () => <template data-fold="" />;
