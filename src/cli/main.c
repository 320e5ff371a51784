#include <canopy/canopy.h>
int main(void) {
    printf("%s\n", CN_VERSION);
}
