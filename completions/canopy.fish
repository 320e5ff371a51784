# Completion of canopy for fish: the program itself knows what may come next.
function __canopy_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct)
    set -l found ($before[1] complete -- $before[2..-1] "$now" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path "$now"
    end
end
complete -c canopy -f -a '(__canopy_complete)'
